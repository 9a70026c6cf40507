import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Of util-linux; on Debian always there. */
const TASKSET = '/usr/bin/taskset'

/** How often new pages are looked for, in milliseconds: Lighthouse opens one for each run, and asks it for nothing sooner. */
const EVERY = 20

/**
 * Keeps one processor for the main threads of pages. The database, the server, the other threads of Chromium and what
 * measures share the remaining ones: visitors have none of these on their processor, or more processors than two. Without it,
 * a page seems busy while its main thread only waits for its turn.
 * Linux with `taskset` only; elsewhere, and on a single processor, it says so and changes nothing.
 * @returns ends it for pages that open from then on
 */
export function keepProcessorForPages(): () => void {
  const mine = process.platform === 'linux' && existsSync(TASKSET) ? processorsOf('self') : []
  const last = mine.at(-1)
  if (last === undefined || mine.length < 2) {
    console.log('Pages share their processor with the database and the server here: times are too long')
    return () => {}
  }
  const others = mine.slice(0, -1)
  // What is started from now on stays there too.
  execFileSync(TASKSET, ['--all-tasks', '--cpu-list', '--pid', others.join(), String(process.pid)])
  const pages = new Set<string>()
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!pages.has(pid) && !isPage(pid)) continue
        pages.add(pid)
        for (const thread of readdirSync(`/proc/${pid}/task`)) {
          const place = (thread === pid ? [last] : others).join()
          if (processorsOf(`${pid}/task/${thread}`).join() !== place)
            execFileSync(TASKSET, ['--cpu-list', '--pid', place, thread])
        }
      } catch {
        // It has ended since it was listed.
        pages.delete(pid)
      }
    }
  }, EVERY)
  return () => clearInterval(timer)
}

/** The numbers of the processors that a process or a thread may use, by its folder in /proc. */
function processorsOf(folder: string): number[] {
  const status = readFileSync(`/proc/${folder}/status`, 'utf8')
  // "0-2,5"
  const ranges = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1]?.split(',') ?? []
  return ranges.flatMap((range) => {
    const [first = 0, end = first] = range.split('-').map(Number)
    return Array.from({ length: end - first + 1 }, (_, n) => first + n)
  })
}

/** Whether this is a process for pages, of a Chromium that this process started. */
function isPage(pid: string): boolean {
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return false
  for (let parent = pid; Number(parent) > 1; ) {
    const found = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))?.[1]
    if (found === undefined || found === String(process.pid)) return found !== undefined
    parent = found
  }
  return false
}
