import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

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
  const last = availableParallelism() - 1
  if (process.platform !== 'linux' || !existsSync(TASKSET) || last < 1) {
    console.log('Pages share their processor with the database and the server here: times are too long')
    return () => {}
  }
  const others = last === 1 ? '0' : `0-${last - 1}`
  const move = (thread: string, to: string) => execFileSync(TASKSET, ['--cpu-list', '--pid', to, thread])
  // What is started from now on stays there too.
  execFileSync(TASKSET, ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)])
  const seen = new Map<string, boolean>()
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!seen.get(pid)) seen.set(pid, isPage(pid))
        if (!seen.get(pid)) continue
        for (const thread of readdirSync(`/proc/${pid}/task`)) {
          const place = thread === pid ? String(last) : others
          const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
          if (/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] !== place) move(thread, place)
        }
      } catch {
        // It has ended since it was listed.
        seen.delete(pid)
      }
    }
  }, EVERY)
  return () => clearInterval(timer)
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
