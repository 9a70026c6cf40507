/** What stands in the fields cannot be saved; each field says why. */
export class InvalidDetailsError extends Error {
  override name = 'InvalidDetailsError'
  code = 'invalid_details'
}
