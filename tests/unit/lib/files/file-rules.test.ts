import { describe, expect, test } from 'vitest'
import { checkDocument, checkPhoto, DOCUMENT_LIMIT } from '@/lib/files/file-rules'
import { formatSize } from '@/lib/text'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const file = (name: string, content: string, type = '') => new File([bytes(content)], name, { type })
const problemOf = async (...given: Parameters<typeof file>) => (await checkDocument(file(...given))).problem

const heicHead = '\0\0\0\x18ftypheic\0\0\0\0mif1heic'
const papers: [name: string, content: string, type: string][] = [
  ['will.pdf', '%PDF-1.7\n%âãÏÓ', 'application/pdf'],
  ['after a byte order mark.pdf', '\xef\xbb\xbf%PDF-1.4', 'application/pdf'],
  ['scan.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['photo.jpg', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['photo.webp', 'RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  ['photo.heic', heicHead, 'image/heic'],
  ['photo from a phone.heic', '\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf', 'image/heic'],
]

describe('documents', () => {
  test.each(papers)(
    'the check of a document file detects the type of %s by its content, whatever the browser says',
    async (name, content, type) => {
      for (const said of [type, '', 'application/octet-stream', 'text/html']) {
        const checked = await checkDocument(file(name, content, said))
        expect(checked.problem).toBeUndefined()
        expect(checked.file).toMatchObject({ name, type, size: content.length })
      }
    },
  )

  test('the check of a document file passes a file of the right type on as it is, and one of another with its content and its date', async () => {
    const right = file('will.pdf', '%PDF-1.7', 'application/pdf')
    expect((await checkDocument(right)).file).toBe(right)
    const wrong = new File(['%PDF-1.7'], 'will.pdf', { type: 'text/html', lastModified: 1_700_000_000_000 })
    const { file: passed } = await checkDocument(wrong)
    expect(await passed?.text()).toBe('%PDF-1.7')
    expect(passed?.lastModified).toBe(1_700_000_000_000)
  })

  test.each([
    ['drawing.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'an SVG drawing'],
    ['drawing.png', '<?xml version="1.0"?>\n<svg><script>alert(1)</script></svg>', 'an SVG drawing'],
    ['page.pdf', '<!DOCTYPE html><script>alert(1)</script>', 'a web page'],
    ['page.jpg', '  \n<html><body>', 'a web page'],
    ['old.jpg', '<!DOCTYPE  html ><p>', 'a web page'],
    ['script.pdf', '<script>alert(1)</script>', 'a web page'],
    ['late.pdf', '<html><!-- %PDF-1.4 --></html>', 'a web page'],
  ])(
    'the check of a document file refuses %s when it holds something else, whatever the browser says',
    async (name, content, found) => {
      for (const said of ['application/pdf', 'image/png', '']) {
        expect(await problemOf(name, content, said)).toBe(
          `“${name}” isn’t a PDF or an image (PNG, JPEG, WebP or HEIC): it holds ${found}. Please choose another file.`,
        )
      }
    },
  )

  test.each([
    ['script.pdf', 'alert(document.cookie)'],
    ['photo.avif', '\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf'],
    ['film.mp4', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
    ['sound.wav', 'RIFF\x24\0\0\0WAVEfmt '],
    ['animation.gif', 'GIF89a'],
    ['later.pdf', 'x %PDF-1.7'],
    ['note.pdf', 'See the heic and ftyp of PDF-1.4'],
  ])(
    'the check of a document file refuses %s because its content is of another type',
    async (name, content) => {
      expect(await problemOf(name, content, 'application/pdf')).toMatch(/isn’t a PDF or an image/)
    },
  )

  test('the check of a document file refuses a Word file and says how to save it as a PDF', async () => {
    for (const content of ['PK\x03\x04rest', '\xd0\xcf\x11\xe0rest', '{\\rtf1 rest'])
      expect(await problemOf('will.docx', content)).toMatch(
        /it holds a Word .* Save it as a PDF first, then choose that\.$/,
      )
  })

  test('the check of a document file accepts a file of exactly the size limit, and refuses a larger one naming both sizes', async () => {
    const ofSize = (size: number) => {
      const content = new Uint8Array(size)
      content.set(bytes('%PDF-1.7'))
      return new File([content], 'will.pdf', { type: 'application/pdf' })
    }
    expect((await checkDocument(ofSize(DOCUMENT_LIMIT))).problem).toBeUndefined()
    expect((await checkDocument(ofSize(26.2 * 1024 * 1024))).problem).toBe(
      '“will.pdf” is 26.2 MB. The file can be at most 25.0 MB.',
    )
    expect((await checkDocument(ofSize(DOCUMENT_LIMIT + 1))).problem).toBeDefined()
  })

  test('the check of a document file refuses a file that is empty or cannot be read', async () => {
    expect(await problemOf('will.pdf', '')).toBe('“will.pdf” is empty. Please choose another file.')
    const moved = file('will.pdf', '%PDF-1.7')
    moved.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect((await checkDocument(moved)).problem).toMatch(/couldn’t be read/)
  })
})

test('formatSize shows bytes, KB, MB or GB with one decimal', () => {
  expect([0, 1023, 1024, 13_722, 1024 * 1024, 2.55 * 1024 * 1024, 1.5 * 1024 ** 3].map(formatSize)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '13.4 KB',
    '1.0 MB',
    '2.5 MB',
    '1.5 GB',
  ])
})

describe('photos', () => {
  test.each(papers.filter(([, , type]) => type.startsWith('image/')))(
    'takes %s',
    async (name, content, type) => {
      expect((await checkPhoto(file(name, content))).file).toMatchObject({ name, type })
    },
  )

  test('the check of a photo refuses a PDF, and more than 10 MB', async () => {
    expect((await checkPhoto(file('me.jpg', '%PDF-1.7', 'image/jpeg'))).problem).toBe(
      '“me.jpg” isn’t an image (PNG, JPEG, WebP or HEIC). Please choose another file.',
    )
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'me.jpg')
    expect((await checkPhoto(large)).problem).toBe('“me.jpg” is 10.0 MB. The file can be at most 10.0 MB.')
  })
})
