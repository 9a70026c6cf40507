/** One file of an archive. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array
  /** Whether the archive says that the name is UTF-8. */
  isUtf8: boolean
}

/** Reads an archive that the app wrote, by its central directory; its entries are not compressed. */
export function readZip(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.length - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('no end of a zip')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('no entry of a directory')
    const size = view.getUint32(at + 24, true)
    const nameLength = view.getUint16(at + 28, true)
    const header = view.getUint32(at + 42, true)
    const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
    entries.push({
      name: new TextDecoder('utf-8', { fatal: true }).decode(archive.subarray(at + 46, at + 46 + nameLength)),
      bytes: archive.slice(begin, begin + size),
      isUtf8: (view.getUint16(at + 8, true) & 0x800) !== 0,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}
