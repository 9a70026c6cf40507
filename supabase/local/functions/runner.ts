/**
 * Runs on Deno: serves every function of a folder from one process. `Deno.serve` is replaced while a function loads, so
 * that the function's own call registers its handler here. The process exits when its standard input closes, so it
 * never outlives the stack.
 */
type FunctionHandler = (request: Request) => Response | Promise<Response>

interface DenoRuntime {
  args: string[]
  exit(code: number): never
  stdin: { readable: ReadableStream<Uint8Array> }
  serve(options: unknown, handler?: unknown): { addr: { port: number } }
}

declare const Deno: DenoRuntime

const serve = Deno.serve.bind(Deno)
const [folder = '', ...names] = Deno.args
const handlers = new Map<string, FunctionHandler>()

let loading = ''
Deno.serve = (options: unknown, handler: unknown = options) => {
  if (isHandler(handler)) handlers.set(loading, handler)
  return { addr: { port: 0 }, finished: Promise.resolve(), shutdown: async () => {}, ref() {}, unref() {} }
}

function isHandler(value: unknown): value is FunctionHandler {
  return typeof value === 'function'
}

for (const name of names) {
  loading = name
  try {
    await import(`file://${folder}${name}/index.ts`)
    if (!handlers.has(name)) console.error(`The function ${name} never calls Deno.serve.`)
  } catch (error) {
    console.error(`The function ${name} could not be loaded:`, error)
  }
}

function problem(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

const server = serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request: Request) => {
  const name = new URL(request.url).pathname.split('/')[1] ?? ''
  const handler = handlers.get(name)
  if (!names.includes(name)) return problem(404, 'NOT_FOUND', 'Requested function was not found')
  if (!handler) return problem(503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)')
  try {
    return await handler(request)
  } catch (error) {
    console.error(`The function ${name} failed:`, error)
    return problem(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
  }
})

console.log(JSON.stringify({ ready: server.addr.port }))

for await (const _ of Deno.stdin.readable);
Deno.exit(0)

export {}
