import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { builtInstallation } from './support/installation.ts'
import { failSignIn, readMetrics, shapesOf } from './support/metrics.ts'
import { runProcess } from './support/run-process.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const fileOf = (name: string) => join(installation.root, 'deploy', name)
const read = (name: string) => readFileSync(fileOf(name), 'utf8')
const token = 'correct-horse-battery'
const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
})()

type Rule = { readonly alert: string; readonly expr: string }
const rules = () => (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((one) => one.rules)

type Panel = { readonly title: string; readonly targets?: readonly { expr: string; legendFormat: string }[] }
const panels = () => (JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }).panels
const queries = () => [
  ...rules().map(({ alert, expr }) => ({ of: alert, expr, legend: '' })),
  ...panels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ of: title, expr, legend: legendFormat })),
  ),
]

/** What a query may contain beside names of metrics. */
const words = new Set(
  'and or by on sum max count rate increase delta changes time topk histogram_quantile __rate_interval'.split(' '),
)
/** Labels that Prometheus adds. */
const added = ['job', 'instance', 'le']

describe('rules and dashboard', () => {
  let server: ServerProcess
  let text: string

  beforeAll(async () => {
    const env = { PORTICO_METRICS_TOKEN: token }
    server = await startServer(installation, {
      dataDir: join(folder.path, 'data'),
      args: ['start', '--port', '0'],
      env,
    })
    await failSignIn(server.url)
    text = await readMetrics(server.url, token)
  })
  afterAll(async () => {
    await server?.stop()
    folder.remove()
  })

  /** What a query names that a server does not have. */
  function unknownIn(expr: string, legend: string): string[] {
    const shapes = new Map(shapesOf(text))
    shapes.set('up', new Set())
    // Counted a minute after the start.
    shapes.set('portico_expiring_credentials', new Set(['within_days']))
    const unknown: string[] = []
    const labelsOf = (metric: string) => [...(shapes.get(metric.replace(/_bucket$/, '')) ?? []), ...added]
    const bare = expr
      .replace(/"[^"]*"/g, '')
      .replace(/\{[^}]*\}/g, '')
      .replace(/\bby \([^)]*\)/g, '')
      .replace(/\[[^\]]*\]/g, '')
    const names = [...bare.matchAll(/[a-zA-Z_]\w*/g)].map(([name]) => name).filter((name) => !words.has(name))
    for (const name of names) if (!shapes.has(name.replace(/_bucket$/, ''))) unknown.push(name)
    for (const [, metric = '', matchers = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g))
      for (const [, label = '', value = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g)) {
        if (!labelsOf(metric).includes(label)) unknown.push(`${metric}{${label}}`)
        // Of these labels a server has every value from its start.
        if (['state', 'outcome', 'queue'].includes(label))
          for (const one of value.split('|'))
            if (!new RegExp(`^${metric}\\{[^}]*${label}="${one}"`, 'm').test(text))
              unknown.push(`${metric}{${label}=${one}}`)
      }
    const all = names.flatMap(labelsOf)
    const used = [...expr.matchAll(/\bby \(([^)]*)\)/g), ...legend.matchAll(/\{\{(\w+)\}\}/g)]
    for (const [, labels = ''] of used)
      for (const label of labels.split(/, */)) if (!all.includes(label)) unknown.push(`by ${label}`)
    return unknown
  }

  test('name only metrics, labels and states that a server has', () => {
    expect(queries().length).toBeGreaterThan(40)
    const unknown = queries().flatMap(({ of, expr, legend }) => unknownIn(expr, legend).map((one) => `${of}: ${one}`))
    expect(unknown).toEqual([])
    // A misspelt one is found.
    expect(unknownIn('sum by (stat) (portico_webhook{state="of"})', '')).toEqual([
      'portico_webhook',
      'portico_webhook{state}',
      'portico_webhook{state=of}',
      'by stat',
    ])
  })

  test('together use every metric of Portico', () => {
    const used = queries()
      .map(({ expr }) => expr)
      .join(' ')
    const metrics = [...shapesOf(text).keys()].filter((name) => name.startsWith('portico_'))
    expect(metrics.filter((name) => !used.includes(name))).toEqual([])
  })

  test('every alert is explained in the guide, and tried by promtool', () => {
    const guide = readFileSync(join(installation.root, 'docs', 'guides', 'operating.md'), 'utf8')
    const names = rules().map(({ alert }) => alert)
    expect([...guide.matchAll(/^\| `(Portico\w+)` \|/gm)].map(([, name]) => name)).toEqual(names)
    expect([...read('alerts.test.yaml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)).toEqual(names)
  })

  test.skipIf(!hasPromtool)(
    'promtool accepts the rules; each alert fires when it should, none at a healthy server',
    async () => {
      expect(await runProcess(['promtool', 'check', 'rules', fileOf('alerts.yaml')])).toMatchObject({ code: 0 })
      const tried = await runProcess(['promtool', 'test', 'rules', fileOf('alerts.test.yaml')])
      expect(tried.stdout + tried.stderr).toContain('SUCCESS')
      expect(tried.code).toBe(0)
      // It finds fault with names of the process's own metrics.
      const { stdout, stderr } = await runProcess([
        'sh',
        '-c',
        'curl -s -H "Authorization: Bearer $1" "$2" | promtool check metrics',
        'sh',
        token,
        `${server.url}/metrics`,
      ])
      const lines = `${stdout}${stderr}`.trim().split('\n')
      expect(lines.filter((line) => !/^(?:nodejs|process)_/.test(line))).toEqual([])
    },
  )
})
