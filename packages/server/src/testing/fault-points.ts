import pg from 'pg'
import { vi } from 'vitest'

/** Every table that a change of providers, roles, certificates or the setup writes. */
const tables = [
  'identity_providers',
  'username_formats',
  'identity_provider_drafts',
  'identity_provider_proofs',
  'unconfirmed_changes',
  'certificate_extensions',
  'primary_switches',
  'portal_role_groups',
  'groups',
  'setups',
  'setup_sessions',
  'sessions',
  'audit',
]
const gates = { statement: 7_110_001, commit: 7_110_002 } as const
export type Gate = keyof typeof gates

export type FaultPoints = Awaited<ReturnType<typeof faultPoints>>

/**
 * Makes transactions of a database wait inside PostgreSQL, so that the process behind them can be killed there: after the
 * Nth statement that writes one of the tables, or in COMMIT.
 */
export async function faultPoints(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`
    create table fault (at bigint);
    insert into fault values (null);
    create sequence fault_count;
    create function wait_to_be_killed() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      armed bigint := (select at from fault);
    begin
      if armed is null then return null; end if;
      if tg_argv[0] = 'commit' then perform pg_advisory_xact_lock_shared(${gates.commit});
      elsif nextval('fault_count') = armed then perform pg_advisory_xact_lock_shared(${gates.statement});
      end if;
      return null;
    end
    $$;
    create constraint trigger wait_in_commit after insert on audit deferrable initially deferred
      for each row execute function wait_to_be_killed('commit');
    ${tables
      .map(
        (table) => `create trigger wait_after after insert or update or delete on ${table}
          for each statement execute function wait_to_be_killed('statement');`,
      )
      .join('\n')}
    select pg_advisory_lock(${gates.statement}), pg_advisory_lock(${gates.commit})`)

  return {
    /** The Nth statement from now on waits, and every commit that wrote an audit row. */
    arm: async (statement: number) => {
      await client.query(`select setval('fault_count', 1, false)`)
      await client.query('update fault set at = $1', [statement])
    },
    /** Waits until a transaction waits; `isOver` says that none will. */
    async reached(isOver: () => boolean): Promise<{ gate: Gate; pid: number } | undefined> {
      const waiting = async () => {
        const over = isOver()
        const { rows } = await client.query<{ pid: number; objid: string }>(
          `select pid, objid::text from pg_locks where locktype = 'advisory' and not granted and objid = any ($1)`,
          [Object.values(gates)],
        )
        const [row] = rows
        if (row !== undefined)
          return {
            pid: row.pid,
            gate: Number(row.objid) === gates.commit ? ('commit' as const) : ('statement' as const),
          }
        return over ? ('over' as const) : undefined
      }
      const found = await vi.waitUntil(waiting, { interval: 20, timeout: 60_000 })
      return found === 'over' ? undefined : found
    },
    /** Lets the transaction of a killed process go on: it ends as PostgreSQL ends one whose client is gone. */
    async release(pid: number): Promise<void> {
      await client.query('update fault set at = null')
      for (const gate of Object.values(gates)) await client.query('select pg_advisory_unlock($1)', [gate])
      await vi.waitUntil(
        async () => (await client.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0,
        { interval: 20, timeout: 60_000 },
      )
      for (const gate of Object.values(gates)) await client.query('select pg_advisory_lock($1)', [gate])
    },
    close: () => client.end(),
  }
}
