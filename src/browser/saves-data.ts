/** Whether the person asked their browser to save data. False where the browser doesn’t tell. */
export function savesData(): boolean {
  return 'connection' in navigator && Object(navigator.connection).saveData === true
}
