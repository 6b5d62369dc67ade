import { createCore, type Core } from '../app/create-core.ts'
import { fetchPort } from '../kit/http/port.ts'
import { englishMessages } from '../kit/words/compiled/english.ts'

/** A core over a server that holds every request until the test answers it, to test what a store shows meanwhile. */
export function heldServer(memory = new Map<string, string>()): {
  readonly core: Core
  /** Waiting requests, oldest first, as `METHOD /path`. */
  readonly waiting: () => string[]
  /** Answers all that wait. */
  readonly answer: (status: number, body: unknown) => void
} {
  const held: { name: string; answer: (response: Response) => void }[] = []
  const fetch = (request: Request) =>
    new Promise<Response>((answer) => {
      held.push({ name: `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`, answer })
    })
  const core = createCore({
    http: fetchPort({ fetch, origin: 'https://portal.example', cookie: () => undefined }),
    clock: { now: () => 0 },
    memory: {
      get: (key) => memory.get(key),
      set: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
    messages: englishMessages,
  })
  return {
    core,
    waiting: () => held.map(({ name }) => name),
    answer: (status, body) => {
      for (const { answer } of held.splice(0)) answer(Response.json(body, { status }))
    },
  }
}
