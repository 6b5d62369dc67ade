import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { result } from '../report.mjs'
import { administration } from '../support/environment-of.mjs'
import { send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'
import { percentiles, timesOf } from '../support/percentiles.mjs'

const sizes = [10_000, 20_000, 100_000]
const samples = 40
const pageLength = 100
const tables = ['service_accounts', 'service_account_keys', 'service_account_dependencies']

/**
 * Pages of the list of service accounts as the portal draws it, with applications, keys and their last use, by the number
 * of accounts in the environment. Only the first and last page count all matches. Rows that a page reads in a scan of a
 * whole table do not depend on the machine.
 */
export async function measure({ demo }) {
  const server = await demo.start()
  const { accounts, headers } = await administration(server)
  const client = await connectOwner(join(demo.folder, 'data'))
  const agent = new Agent({ keepAlive: true })
  const page = (query) => () =>
    send(server.origin, agent, { path: `${accounts}?include=dependencies&limit=${pageLength}${query}`, headers })
  try {
    const figures = []
    for (const size of sizes) {
      await fillTo(client, size, accounts.split('/').at(-2))
      const { next } = JSON.parse(await page('')())
      const calls = {
        'first page, counted': page(''),
        'page after it': page(`&cursor=${encodeURIComponent(next)}`),
        'last page, counted': page('&cursor=end'),
        'first page by last change': page('&sort=-updatedAt'),
        'first page of a search': page('&search=account+0000'),
      }
      const times = {}
      const before = await scanned(client)
      for (const [name, call] of Object.entries(calls)) times[name] = percentiles(await timesOf(samples, call)).p50
      figures.push({ size, times, scanned: (await scanned(client)) - before })
    }
    return figures.flatMap(({ size, times, scanned: rows }) => [
      ...Object.entries(times).map(([name, value]) =>
        result({
          name: `${size} accounts: ${name}, median`,
          value,
          unit: 'ms',
          baseline: figures[0].times[name],
          target: size / sizes[0],
        }),
      ),
      result({ name: `${size} accounts: rows read by scans of these tables`, value: rows, unit: 'rows', target: 0 }),
    ])
  } finally {
    agent.destroy()
    await client.end()
  }
}

/** Rows that scans of whole tables have read. A server process reports its numbers within a second after its last statement. */
async function scanned(client) {
  await wait(1500)
  const { rows } = await client.query(
    'select sum(seq_tup_read)::int as rows from pg_stat_user_tables where relname = any ($1)',
    [tables],
  )
  return rows[0].rows
}

/** `size` accounts with the key of the first, its last use, and three applications each. */
async function fillTo(client, size, environmentId) {
  const made = `select e.tenant_id, e.id as environment_id, md5('listed' || n)::uuid as id, n
    from generate_series(1, ${size}) n, environments e where e.id = $1`
  await client.query(
    `insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint, updated_at)
     select m.tenant_id, m.id, m.environment_id, 'account ' || to_char(n, 'FM000000'), k.key1, k.key1_algorithm,
            k.key1_thumbprint, now() - n * interval '1 minute'
       from (${made}) m,
            (select key1, key1_algorithm, key1_thumbprint from service_accounts where key1 is not null limit 1) k
     on conflict do nothing`,
    [environmentId],
  )
  await client.query(
    `insert into service_account_keys (tenant_id, service_account_id, thumbprint, added_at, last_used_at)
     select a.tenant_id, a.id, a.key1_thumbprint, now(), now() from (${made}) m
       join service_accounts a on a.tenant_id = m.tenant_id and a.id = m.id
     on conflict do nothing`,
    [environmentId],
  )
  await client.query(
    `insert into service_account_dependencies (tenant_id, service_account_id, environment_id, application_id)
     select m.tenant_id, m.id, m.environment_id, app.application_id from (${made}) m
       join (select * from environment_applications where environment_id = $1 order by application_id limit 3) app
         on app.tenant_id = m.tenant_id
     on conflict do nothing`,
    [environmentId],
  )
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
}
