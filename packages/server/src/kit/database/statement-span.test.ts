import { expect, test } from 'vitest'

import { statementSummary } from './statement-span.ts'

test.each([
  ['select * from sessions where hash = $1', 'select sessions'],
  ['select "id" from "tenant_roles" where "id" = $1', 'select tenant_roles'],
  ['insert into audit (id) values ($1)', 'insert audit'],
  ['update only users set name = $1', 'update users'],
  ['delete from "users" using groups', 'delete users'],
  ['select count(*) from portico_due_webhooks($1)', 'select portico_due_webhooks'],
  ['with found as (select id from groups) update users set x = 1', 'with groups'],
  ['\n  select extract(epoch from created_at), a is distinct from b from records', 'select records'],
  ['commit', 'commit'],
  ['rollback', 'rollback'],
  ['select 1', 'select'],
  ['', 'other'],
])('%s is called %s', (sql, summary) => {
  expect(statementSummary(sql)).toBe(summary)
})
