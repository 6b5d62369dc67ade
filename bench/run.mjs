// Measures Portico beside a floor taken in the same run, and prints ratios. A missed target is reported, but not a failure:
// machines differ. `--json` for programs; `--only NAME` for one measurement; `--scale` without `--only` for `scale` (a deployment of
// a million users), `large-tenant` (a tenant of 100,000 people) and `scim-scale` (a directory of a million); with `--only NAME` for
// the long form of measurements that have one (bulk-create: 10,000 accounts).
import { parseArgs } from 'node:util'

import { reportJson, reportTable } from './report.mjs'
import { openDemo } from './support/demo.mjs'

const measurements = {
  'cli-start': () => import('./measure/cli-start.mjs'),
  'tui-frames': () => import('./measure/tui-frames.mjs'),
  'launcher-call': () => import('./measure/launcher-call.mjs'),
  'list-and-create': () => import('./measure/list-and-create.mjs'),
  'token-endpoint': () => import('./measure/token-endpoint.mjs'),
  'sign-ins': () => import('./measure/sign-ins.mjs'),
  'unknown-senders': () => import('./measure/unknown-senders.mjs'),
  federation: () => import('./measure/federation.mjs'),
  scim: () => import('./measure/scim.mjs'),
  'bulk-create': () => import('./measure/bulk-create.mjs'),
  'audit-sealing': () => import('./measure/audit-sealing.mjs'),
  'page-sizes': () => import('./measure/page-sizes.mjs'),
  loading: () => import('./measure/loading.mjs'),
  transfer: () => import('./measure/transfer.mjs'),
  interactions: () => import('./measure/interactions.mjs'),
  lighthouse: () => import('./measure/lighthouse.mjs'),
  'effective-access': () => import('./measure/effective-access.mjs'),
  'account-list': () => import('./measure/account-list.mjs'),
  scale: () => import('./measure/scale.mjs'),
  'large-tenant': () => import('./measure/large-tenant.mjs'),
  'scim-scale': () => import('./measure/scim-scale.mjs'),
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, scale: { type: 'boolean' }, only: { type: 'string', multiple: true } },
})
// These take minutes, and Lighthouse installs itself at its first use: only by name, as `npm run bench:web` does.
const onDemand = ['scale', 'large-tenant', 'scim-scale', 'account-list', 'interactions', 'lighthouse']
const names =
  values.only ??
  (values.scale
    ? ['scale', 'large-tenant', 'scim-scale']
    : Object.keys(measurements).filter((name) => !onDemand.includes(name)))
const unknown = names.filter((name) => !Object.hasOwn(measurements, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}\n`,
  )
  process.exit(64)
}

const demo = openDemo()
const results = []
const failed = []
try {
  for (const name of names) {
    process.stderr.write(`${name} …\n`)
    try {
      const { measure } = await measurements[name]()
      results.push(...(await measure({ demo, scale: values.scale === true })))
    } catch (reason) {
      // A measurement that fails is an error, unlike a missed target; the other measurements still count.
      process.stderr.write(`${name} failed: ${reason.stack}\n`)
      process.exitCode = 1
      failed.push(name)
    }
  }
} finally {
  await demo.close()
}
process.stdout.write(values.json ? reportJson(results) : reportTable(results, failed))
