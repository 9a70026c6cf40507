// npm run hosts
// npm run check:host -- https://app.example.com
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkHost, table } from './check.ts'
import { hostFiles } from './files.ts'

const usage = `
  npm run hosts                                    writes the files of deploy/hosts again, after a change in headers.ts
  npm run check:host -- https://app.example.com    asks a host for seven addresses, and says what is wrong; changes nothing

docs/hosting.md says more.`

async function main() {
  const [task, origin] = process.argv.slice(2)
  if (task === 'write') {
    for (const [path, text] of Object.entries(hostFiles))
      await writeFile(join(import.meta.dirname, path), text)
  } else if (task === 'check' && origin && URL.canParse(origin)) {
    const answers = await checkHost(origin).catch((error: Error) => {
      // fetch only says that it failed; why, its cause says.
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      throw new Error(`${origin} does not answer: ${reason}`)
    })
    console.log(table(answers))
    if (answers.some(({ problems }) => problems.length)) process.exitCode = 1
  } else throw new Error(usage)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
