import { describe, expect, test } from 'vitest'
import { captionsFile, parseCaptions } from '@/lib/captions'
import { movedFrom, spreadOver } from '@/parts/messages/captions/timing'

const file = (...cues: string[]) => `${['WEBVTT', ...cues].join('\n\n')}\n`

describe('reading captions', () => {
  test('a WebVTT file is read with its names, notes, hours and lines, in the order of its times', () => {
    const given = [
      '\ufeffWEBVTT - by hand\r',
      'Kind: captions\r',
      '\r',
      'NOTE 00:00:09.000 is the end\r',
      '\r',
      'second\r',
      '01:00:00.250 --> 01:00:02.000 align:start position:10%\r',
      'Later.\r',
      '\r',
      '00:01.000 --> 00:02.500\r',
      'Hello,\r',
      'Tom.\r',
    ].join('\n')
    expect(parseCaptions(given)).toEqual([
      { start: 1, end: 2.5, text: 'Hello,\nTom.' },
      { start: 3600.25, end: 3602, text: 'Later.' },
    ])
  })

  test.each([
    ['an empty file', ''],
    ['another text', 'Hello'],
    ['an SRT file', '1\n00:00:01,000 --> 00:00:02,000\nHello.\n'],
    ['a longer first word', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHello.\n'],
    ['a file with no cue', file('NOTE nothing')],
    ['a cue that ends before it begins', file('00:02.000 --> 00:01.000\nHello.')],
    ['a cue without words', file('00:01.000 --> 00:02.000\n<b></b>')],
    ['a time that is none', file('00:99.000 --> 01:99.000\nHello.')],
  ])('%s is not read as captions', (_, given) => {
    expect(parseCaptions(given)).toBeNull()
  })

  test('what is in the words of captions is kept as words: no tag, no style and no script is in what is made of them', () => {
    const given = file(
      'STYLE\n::cue { background: url(https://example.com/) }',
      '00:01.000 --> 00:02.000\n<v Tom><i.loud>Bread &amp; <img src=x onerror=alert(1)>butter</i> &lt;b&gt; <script>x',
    )
    const cues = parseCaptions(given)
    expect(cues).toEqual([{ start: 1, end: 2, text: 'Bread & butter <b> x' }])
    const made = captionsFile(cues ?? [])
    expect(made).toBe(file('00:00:01.000 --> 00:00:02.000\nBread &amp; butter &lt;b&gt; x'))
    expect(parseCaptions(made)).toEqual(cues)
  })

  test('a cue whose words hold an arrow or an empty line is read again as the same cue', () => {
    const made = captionsFile([{ start: 0, end: 1, text: 'From --> to\n\nthere' }])
    expect(parseCaptions(made)).toEqual([{ start: 0, end: 1, text: 'From --> to\nthere' }])
  })
})

describe('spreading a transcript', () => {
  test('each sentence of a transcript is shown for a time in proportion to its length', () => {
    const cues = spreadOver('One two. Three four five!\n\nSix?', 56)
    expect(cues.map(({ text }) => text)).toEqual(['One two.', 'Three four five!', 'Six?'])
    expect(cues.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
      [0, 16],
      [16, 48],
      [48, 56],
    ])
  })

  test('a long sentence is cut between words, and a long word anywhere, so that nothing is lost', () => {
    const sentence = `${Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')}.`
    const cues = spreadOver(sentence, 60)
    expect(cues.length).toBeGreaterThan(2)
    for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(80)
    expect(cues.map(({ text }) => text).join(' ')).toBe(sentence)
    expect(cues[0]?.start).toBe(0)
    expect(cues.at(-1)?.end).toBeCloseTo(60)
    const long = spreadOver('x'.repeat(200), 10)
    expect(long.map(({ text }) => text).join('')).toBe('x'.repeat(200))
  })

  test('a transcript in a script without spaces is cut after its full stops, and one without words makes no captions', () => {
    expect(spreadOver('你好。我爱你！', 4).map(({ text }) => text)).toEqual(['你好。', '我爱你！'])
    expect(spreadOver(' \n ', 4)).toEqual([])
    expect(spreadOver('It cost 3.50 dollars.', 4)).toHaveLength(1)
  })
})

describe('moving captions', () => {
  const cues = [
    { start: 0, end: 2, text: 'a' },
    { start: 2, end: 4, text: 'b' },
    { start: 4, end: 6, text: 'c' },
  ]

  test('captions that come too late are moved earlier from the moment on, and what was said before stays', () => {
    expect(movedFrom(cues, 3, -0.5, 10)).toEqual([
      { start: 0, end: 1.5, text: 'a' },
      { start: 1.5, end: 3.5, text: 'b' },
      { start: 3.5, end: 5.5, text: 'c' },
    ])
  })

  test('captions that come too early are moved later, and pressed together where the video ends', () => {
    expect(movedFrom(cues, 3, 1, 10)).toEqual([
      { start: 0, end: 2, text: 'a' },
      { start: 3, end: 5, text: 'b' },
      { start: 5, end: 7, text: 'c' },
    ])
    const pressed = movedFrom(cues, 3, 1, 6)
    expect(pressed.map(({ start }) => start)).toEqual([0, 3, 4.5])
    expect(pressed.at(-1)?.end).toBe(6)
  })

  test('however often captions are moved, none is lost, ends before it begins, or begins before the one before it', () => {
    let moved = cues
    for (const [at, by] of [...Array(40).keys()].map((n) => [n % 6, n % 3 ? -0.5 : 0.7] as const))
      moved = movedFrom(moved, at, by, 6)
    for (let n = 0; n < 20; n += 1) moved = movedFrom(moved, 5.9, 5, 6)
    for (let n = 0; n < 20; n += 1) moved = movedFrom(moved, 0, -5, 6)
    expect(moved.map(({ text }) => text).join('')).toBe('abc')
    for (const [index, { start, end }] of moved.entries()) {
      expect(end).toBeGreaterThan(start)
      expect(start).toBeGreaterThanOrEqual(moved[index - 1]?.end ?? 0)
      expect(end).toBeLessThanOrEqual(6.5)
    }
  })

  test('after the last word nothing is moved', () => {
    expect(movedFrom(cues, 7, 1, 10)).toEqual(cues)
    expect(movedFrom([], 0, 1, 10)).toEqual([])
  })
})
