import { NotFoundError } from "../api/errors";

/**
 * Runs an update; where the record is not there any more, the error says how it leaves the state.
 *
 * @param label `Host 12 (web1)`
 * @param subject as the api names the record: `host 12`
 */
export async function withGoneHint<Result>(
  label: string,
  subject: string,
  update: () => Promise<Result>,
): Promise<Result> {
  try {
    return await update();
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.subject !== subject) throw error;
    throw new Error(
      `${error.message} If ${label} was removed from the platform, run \`pulumi refresh\`: it removes it from the state, or says what else to do.`,
      { cause: error },
    );
  }
}
