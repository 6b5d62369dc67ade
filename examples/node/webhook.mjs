// Receives webhooks of Portico: refuses messages that are not genuine, and stores each audit row and notice once.
//   WEBHOOK_SECRET=whsec_… FILE=audit.jsonl node webhook.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET = '', FILE = 'audit.jsonl', PORT = '9000' } = process.env
const toleranceSecs = 300
const bodyMaxBytes = 4_000_000

const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
if (key.length < 24) throw new Error('Set WEBHOOK_SECRET to the secret that `portico webhook create` made.')

// A message is repeated until it is answered with 2xx, and may be replayed by others within the tolerance: the ids of its rows
// tell what is stored already. With a database, make them a unique key.
const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : []
const stored = new Set(lines.map((line) => JSON.parse(line).id))

const server = createServer((request, response) => {
  void receive(request)
    .catch((error) => (console.error(error), 500))
    .then((status) => response.writeHead(status).end())
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))

/** Returns the status of the answer. Portico sends again what is not answered with 2xx. */
async function receive(request) {
  if (request.method !== 'POST') return 405
  const body = await readBody(request)
  if (body === undefined) return 413
  if (!isGenuine(request.headers, body)) return 401
  const { type, data } = JSON.parse(body.toString())
  const rows = (data.rows ?? data.notices ?? []).filter(({ id }) => !stored.has(id))
  appendFileSync(FILE, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flush: true })
  for (const { id } of rows) stored.add(id)
  console.log(`${type}: ${rows.length} new`)
  return 204
}

/** Standard Webhooks: a recent time, and a signature of id, time and unchanged body. */
function isGenuine(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = headers
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSecs) return false
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  // Several signatures while a secret is being replaced.
  return signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

async function readBody(request) {
  const parts = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > bodyMaxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
