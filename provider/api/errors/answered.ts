/** `POST /api/v1/groups/7 at https://panel.example.com answered 403: "Forbidden"` */
export function answered(
  details: { endpoint: string; address: string; serviceMessage?: string | undefined },
  status: number,
): string {
  const said = details.serviceMessage === undefined ? "" : `: ${quoted(details.serviceMessage)}`;
  return `${details.endpoint} at ${details.address} answered ${status}${said}`;
}

function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}
