/**
 * Gives a provider users and one group by SQL, as if its directory had sent them; groups come from SCIM. `client` is the owner,
 * who may pass the tenant walls. Returns the id of the group.
 */
export async function fillScim(client, { providerId, users, members }) {
  const run = (text, values) => client.query(text, values)
  const { rows } = await run(`select tenant_id from identity_providers where id = $1`, [providerId])
  const [{ tenant_id: tenantId }] = rows
  await run('begin')
  // The counts are written at once below, as a restore does.
  await run(`set local portico.restore = 'on'`)
  await run(`update identity_providers set group_source = 'scim', is_provisioned = true where id = $1`, [providerId])
  await run(
    `
    create temporary table sent on commit drop as
    select n, ('01890000-' || to_char(n / 65536, 'FM0000') || '-7000-8000-' || substr(md5($1 || n), 1, 12))::uuid as id,
           md5($1 || 'person' || n)::uuid as person_id, 'user-' || n || '@' || left($1, 8) as name
      from generate_series(1, $2::int) n`,
    [providerId, users],
  )
  // Creating the index afterwards is many times faster than updating it row by row.
  const { rows: parts } = await run(`select indexdef from pg_indexes where indexname = 'users_parts'`)
  await run('drop index users_parts')
  await run(
    `
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, email)
    select $1, person_id, $2, 'scim: ' || id, name, 'Person ' || n, '', null from sent`,
    [tenantId, providerId],
  )
  for (const { indexdef } of parts) await run(indexdef)
  await run(
    `
    insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, external_id, display_name_key,
                            active, resource, person_id)
    select $1, id, $2, name, name, name, 'person ' || n, true,
           jsonb_build_object('userName', name, 'externalId', name, 'displayName', 'Person ' || n, 'active', true,
             'name', jsonb_build_object('givenName', 'Person', 'familyName', n::text),
             'emails', jsonb_build_array(jsonb_build_object('value', name, 'type', 'work', 'primary', true))), person_id
      from sent order by id`,
    [tenantId, providerId],
  )
  const group = (
    await run(`select md5($1 || 'scim group')::uuid as scim, md5($1 || 'group')::uuid as own`, [providerId])
  ).rows[0]
  await run(
    `insert into groups (tenant_id, id, identity_provider_id, claim, name) values ($1, $2, $3, 'everyone', 'everyone')`,
    [tenantId, group.own, providerId],
  )
  await run(
    `
    insert into scim_groups (tenant_id, id, identity_provider_id, display_name, display_name_key, resource, group_id)
    values ($1, $2, $3, 'everyone', 'everyone', '{"displayName": "everyone"}', $4)`,
    [tenantId, group.scim, providerId, group.own],
  )
  await run(
    `
    insert into scim_members (tenant_id, identity_provider_id, group_id, user_id)
    select $1, $2, $3, id from sent where n <= $4`,
    [tenantId, providerId, group.scim, members],
  )
  await run(`insert into user_groups (tenant_id, user_id, group_id) select $1, person_id, $2 from sent where n <= $3`, [
    tenantId,
    group.own,
    members,
  ])
  await run(
    `
    insert into scim_counts (tenant_id, identity_provider_id, counted, shard, count)
    values ($1, $2, 'scim_users', 0, $3), ($1, $2, 'scim_groups', 0, 1)`,
    [tenantId, providerId, users],
  )
  const ids = (await run(`select id from sent where n in (1, $1::int) order by n`, [users])).rows.map(({ id }) => id)
  await run('commit')
  await run('vacuum (analyze)')
  return { groupId: group.scim, first: ids[0], last: ids.at(-1) }
}
