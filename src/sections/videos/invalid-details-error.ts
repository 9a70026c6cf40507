/** The form's values are invalid; each field shows its own problem. */
export class InvalidDetailsError extends Error {
  override name = 'InvalidDetailsError'
  code = 'invalid_details'
}
