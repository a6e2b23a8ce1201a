import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** What the service finds wrong with one field of a request. */
export interface FieldError {
  /** The field as the service spells it, nested ones with dots; empty where it named none. */
  field: string;
  /** What is wrong with it. */
  message: string;
}

/** More than these are counted in the message, and not shown. */
const shownFields = 10;

/** 422: the request's values are not valid. */
export class ValidationError extends ApiError {
  /** One for each message of the answer, in its order; empty where the service named no field. */
  readonly fieldErrors: readonly FieldError[];

  constructor(details: RefusalDetails & { fieldErrors: readonly FieldError[] }) {
    super(
      `The service finds the values not valid: ${answered(withoutRepetition(details), 422)}.${listed(details.fieldErrors)}`,
      {
        ...details,
        status: 422,
        mayHaveHappened: false,
        transient: false,
      },
    );
    this.fieldErrors = details.fieldErrors;
  }
}

/** Services often repeat a field's error as the message of the whole answer. */
function withoutRepetition(details: RefusalDetails & { fieldErrors: readonly FieldError[] }): RefusalDetails {
  const { serviceMessage, fieldErrors } = details;
  const repeats = fieldErrors.some(({ message }) => serviceMessage?.includes(message));
  return { ...details, serviceMessage: repeats ? undefined : serviceMessage };
}

function listed(fieldErrors: readonly FieldError[]): string {
  if (fieldErrors.length === 0) return " It named no field; check name, client id and configuration.";
  const lines = fieldErrors
    .slice(0, shownFields)
    .map(({ field, message }) => (field === "" ? `\n  - ${message}` : `\n  - ${field}: ${message}`));
  const more = fieldErrors.length - lines.length;
  return ` Correct these:${lines.join("")}${more > 0 ? `\n  - and ${more} more` : ""}`;
}
