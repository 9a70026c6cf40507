import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Address {
  Name: string
  Address: string
}

/** A received mail. The names are those of Mailpit's JSON API. */
export interface Mail {
  ID: string
  From: Address
  To: Address[]
  Subject: string
  Date: string
  Text: string
  HTML: string
}

interface NewMail {
  from: string
  to: string[]
  subject: string
  text?: string | undefined
  html?: string | undefined
}

/** Received mail, newest first, kept in a file of JSON lines so that it survives a restart. */
export class MailStore {
  #mails: Mail[] = []
  readonly #file: string

  private constructor(file: string) {
    this.#file = file
  }

  /**
   * @param file created with the first mail
   * @returns the store with what the file holds; an incomplete last line (from a killed process) is skipped
   */
  static async open(file: string): Promise<MailStore> {
    const store = new MailStore(file)
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    for (const line of lines) {
      const mail = parseMail(line)
      if (mail) store.#mails.unshift(mail)
    }
    return store
  }

  /** @returns the mail as stored, with its ID */
  async add(mail: NewMail): Promise<Mail> {
    const stored: Mail = {
      ID: randomUUID(),
      From: parseAddress(mail.from),
      To: mail.to.map(parseAddress),
      Subject: mail.subject,
      Date: new Date().toISOString(),
      Text: mail.text ?? textOf(mail.html ?? ''),
      HTML: mail.html ?? '',
    }
    this.#mails.unshift(stored)
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify(stored)}\n`)
    return stored
  }

  /**
   * @param query Mailpit's search: `to:"a@b.c"`, `subject:"…"` or plain words, all of which must match
   * @returns the matching mails, newest first
   */
  search(query: string): Mail[] {
    const terms = [...query.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)]
    return this.#mails.filter((mail) =>
      terms.every(([, field, quoted, bare]) =>
        fieldText(mail, field).includes((quoted ?? bare ?? '').toLowerCase()),
      ),
    )
  }

  /** @returns the mail, or undefined */
  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.ID === id)
  }

  /** Deletes every mail. */
  async clear(): Promise<void> {
    this.#mails = []
    await rm(this.#file, { force: true })
  }
}

function fieldText(mail: Mail, field: string | undefined): string {
  const to = mail.To.map(({ Name, Address }) => `${Name} ${Address}`).join(' ')
  const from = `${mail.From.Name} ${mail.From.Address}`
  const fields: Record<string, string> = { to, from, subject: mail.Subject }
  return (fields[field ?? ''] ?? `${to} ${from} ${mail.Subject} ${mail.Text}`).toLowerCase()
}

/** @returns the parts of `Name <address>` or of a bare address */
export function parseAddress(text: string): Address {
  const [, name, address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return { Name: (name ?? '').replace(/^"|"$/g, ''), Address: (address ?? text).trim() }
}

function parseMail(line: string): Mail | null {
  try {
    const mail: Mail = JSON.parse(line)
    return typeof mail.ID === 'string' ? mail : null
  } catch {
    return null
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** @returns the readable text of an HTML mail without a text part */
function textOf(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<(br|\/p|\/h\d|\/div|\/tr|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
