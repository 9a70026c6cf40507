/**
 * Makes the function that converts a row to a form's values.
 * @param blank the values of an empty form; a column that is null, or missing in the row, becomes its value here
 */
export function formValues<Form extends object>(blank: Form) {
  return (row: { readonly [Field in keyof Form]?: Form[Field] | null } | null): Form => {
    const known = Object.entries(row ?? {}).filter(([name, value]) => name in blank && value !== null)
    return { ...blank, ...Object.fromEntries(known) }
  }
}
