import { Agent, request } from 'node:http'

const atOnce = 16

/**
 * Sends requests over kept-alive connections, 16 at once, and gives how many were answered in a second. `make(index)`
 * gives options and body, and what is done with the answer's text before the next is sent (`answered`); an answer with another status than `status` ends the measurement.
 */
export async function perSecond(origin, count, make, { status = 200, localAddress } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, ...(localAddress ? { localAddress } : {}) })
  let next = 0
  const worker = async () => {
    while (next < count) {
      const at = next++
      const asked = make(at)
      const text = await send(origin, agent, asked, status)
      await asked.answered?.(text, agent)
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - begin) / 1000
  agent.destroy()
  return count / seconds
}

/** One request; resolves with the answer's text. */
export function send(origin, agent, { method = 'GET', path, headers = {}, body }, status = 200) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const outgoing = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => (text += part))
      answer.on('end', () => {
        if (answer.statusCode === status) resolve(text)
        else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${text}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
