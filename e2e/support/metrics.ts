import { until } from './until.ts'

/** A sign-in that fails, after which there is a sample of each metric of sign-ins. */
export async function failSignIn(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ username: 'nobody@nowhere.example' })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}.`)
}

/** The answer of /metrics, once the server has counted what waits in its database. */
export async function readMetrics(url: string, token: string): Promise<string> {
  let text = ''
  await until('the metrics have what is counted', async () => {
    text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    return ['portico_webhooks{', 'portico_audit_unsealed_rows ', 'portico_audit_alarms{'].every((one) =>
      text.includes(one),
    )
  })
  return text
}

/** The names of the labels of each metric; a histogram is one metric. */
export function shapesOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const shapes = new Map<string, Set<string>>()
  const histograms = new Set([...text.matchAll(/^# TYPE (\w+) histogram$/gm)].map(([, name]) => name))
  for (const [, sample = '', labels = ''] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const base = sample.replace(/_(?:bucket|sum|count)$/, '')
    const name = histograms.has(base) ? base : sample
    const names = shapes.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g))
      if (!(histograms.has(base) && label === 'le')) names.add(label)
    shapes.set(name, names)
  }
  return shapes
}
