import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Stands for `supabase` and `npm`: writes down how it was called, and answers from a file named for the call. */
const script = `#!/bin/sh
tool=$(basename "$0")
name="$tool-$1-$2"
case "$*" in
  *to_regclass*) name=has-migrations ;;
  *sha256*) name=applied ;;
  *billing_enabled*) name=billing ;;
  *check:functions*) name=npm-check ;;
  *build*) name=npm-build ;;
esac
call="$tool $*"
previous=
for arg in "$@"; do
  case "$previous" in --file|--env-file) call="$call
$(cat "$arg")" ;; esac
  previous=$arg
done
printf '%s\\n' "$call [SUPABASE_ENV=$SUPABASE_ENV SMTP_HOST=$SMTP_HOST PROJECT_SECRET_KEY=$PROJECT_SECRET_KEY VITE_SUPABASE_PUBLISHABLE_KEY=$VITE_SUPABASE_PUBLISHABLE_KEY]" >> "$FAKE_FOLDER/calls"
[ -f "$FAKE_FOLDER/$name.out" ] && cat "$FAKE_FOLDER/$name.out"
[ -f "$FAKE_FOLDER/$name.err" ] && cat "$FAKE_FOLDER/$name.err" >&2
[ -f "$FAKE_FOLDER/$name.status" ] && exit "$(cat "$FAKE_FOLDER/$name.status")"
exit 0
`

/** The commands of a deployment as programs on the PATH that change nothing. */
export class FakeCommands {
  readonly #folder = mkdtempSync(join(tmpdir(), 'heartwood-fake-'))
  readonly #path = process.env.PATH

  constructor() {
    const bin = join(this.#folder, 'bin')
    mkdirSync(bin)
    for (const name of ['supabase', 'npm']) {
      writeFileSync(join(bin, name), script)
      chmodSync(join(bin, name), 0o755)
    }
    process.env.PATH = `${bin}:${process.env.PATH}`
    process.env.FAKE_FOLDER = this.#folder
  }

  /** What a command prints as JSON. */
  answers(name: string, value: unknown): this {
    writeFileSync(join(this.#folder, `${name}.out`), JSON.stringify(value))
    return this
  }

  /** Lets a command fail with these words. @param json as commands do that are asked for JSON */
  fails(name: string, words: string, { json = false } = {}): this {
    if (json) this.answers(name, { _tag: 'Error', error: { code: 'SomeError', message: words } })
    else writeFileSync(join(this.#folder, `${name}.err`), words)
    writeFileSync(join(this.#folder, `${name}.status`), '1')
    return this
  }

  /** Lets a command succeed again. */
  works(name: string): this {
    for (const end of ['err', 'status', 'out']) rmSync(join(this.#folder, `${name}.${end}`), { force: true })
    return this
  }

  /** Every call so far, with the files that it was given and some of its environment. */
  get calls(): string {
    const file = join(this.#folder, 'calls')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** The commands called so far, without their arguments. */
  get commands(): string[] {
    return this.calls
      .split('\n')
      .filter((line) => /^(supabase|npm) /.test(line))
      .map((line) =>
        line
          .replace(/^npm run (--silent )?/, 'npm ')
          .split(' ')
          .slice(0, 3)
          .join(' '),
      )
      .map((line) => (line.startsWith('npm ') ? line.split(' ').slice(0, 2).join(' ') : line))
  }

  remove(): void {
    process.env.PATH = this.#path
    delete process.env.FAKE_FOLDER
    rmSync(this.#folder, { recursive: true })
  }
}
