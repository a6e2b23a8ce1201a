import { withoutFullStop } from "../withoutFullStop";

interface Answered {
  endpoint: string;
  address: string;
  serviceMessage?: string | undefined;
}

/** `POST /api/v1/groups/7 at https://panel.example.com answered 403: "Forbidden"` */
export function answered(details: Answered, status: number): string {
  return `${details.endpoint} at ${details.address} ${answer(details, status)}`;
}

/** The same in a sentence that has named the address already. */
export function answeredThere(details: Answered, status: number): string {
  return `${details.endpoint} ${answer(details, status)}`;
}

function answer({ serviceMessage }: Answered, status: number): string {
  return serviceMessage === undefined
    ? `answered ${status}`
    : `answered ${status}: ${quoted(withoutFullStop(serviceMessage))}`;
}

function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}
