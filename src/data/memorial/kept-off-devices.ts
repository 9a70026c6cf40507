/** Tables of which nothing is kept on a reader's device, not even for where there is no connection. */
export const tablesKeptOffDevices: readonly string[] = ['health_notes', 'health_papers']

/** Whether a step belongs to one of them. @param stepKey the table, a colon, and the row or a word */
export const isKeptOffDevices = (stepKey: string): boolean =>
  tablesKeptOffDevices.some((table) => stepKey.startsWith(`${table}:`))
