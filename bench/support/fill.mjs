/**
 * Fills a deployment by SQL. `acme` and `globex`, which exist, get their share as well: `acme` is the small tenant that
 * is measured, `globex` the large one beside it. Sizes are totals; `client` is the owner, who may pass the tenant walls.
 */
export async function fill(client, { tenants, users, records, accounts, doomedProviders, doomedUsers }) {
  const run = (text, values) => client.query(text, values)
  await run(
    `create temporary table filler as
    select md5('tenant' || n)::uuid as tenant_id, md5('provider' || n)::uuid as provider_id, n,
           'filler' || n as slug from generate_series(1, $1::int) n`,
    [tenants],
  )
  await run(`insert into tenants (tenant_id, slug, name) select tenant_id, slug, slug from filler`)
  await run(`
    insert into identity_providers (tenant_id, id, name, type, config, is_primary)
    select f.tenant_id, f.provider_id, 'Main', p.type, p.config, true
      from filler f, (select type, config from identity_providers where type = 'OIDC' limit 1) p`)
  await run(`
    insert into username_formats (tenant_id, id, identity_provider_id, type, value)
    select tenant_id, md5('format' || n)::uuid, provider_id, 'suffix', slug || '.example' from filler`)
  await run(`
    insert into filler (tenant_id, provider_id, n, slug)
    select t.tenant_id, p.id, 0, t.slug from tenants t
      join identity_providers p on p.tenant_id = t.tenant_id and p.is_primary where t.slug = 'acme'`)
  await run(`
    insert into groups (tenant_id, id, identity_provider_id, claim, name)
    select tenant_id, md5(slug || 'group' || g)::uuid, provider_id, 'group' || g, 'Group ' || g
      from filler, generate_series(1, 5) g`)

  const each = Math.ceil(users / (tenants + 1))
  await run(
    `
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, email)
    select f.tenant_id, md5(f.slug || 'user' || u)::uuid, f.provider_id, 'filled ' || u,
           'person' || u || '@' || f.slug || '.example', 'Person ' || u, 'P' || u, null
      from filler f, generate_series(1, $1::int) u`,
    [each],
  )
  await run(
    `
    insert into user_groups (tenant_id, user_id, group_id)
    select f.tenant_id, md5(f.slug || 'user' || u)::uuid, md5(f.slug || 'group' || (1 + u % 5))::uuid
      from filler f, generate_series(1, $1::int) u`,
    [each],
  )

  // Creating the index afterwards is many times faster than updating it row by row.
  const { rows: parts } = await run(
    `select indexdef from pg_indexes where schemaname = 'public' and indexname = 'sign_in_records_parts'`,
  )
  if (parts.length > 0) await run('drop index sign_in_records_parts')
  await addRecords(run, `select tenant_id, provider_id, slug from filler`, Math.ceil((records * 0.8) / (tenants + 1)))
  await addRecords(
    run,
    `select t.tenant_id, p.id as provider_id, t.slug from tenants t
       join identity_providers p on p.tenant_id = t.tenant_id and p.is_primary where t.slug = 'globex'`,
    Math.ceil(records * 0.2),
  )
  for (const { indexdef } of parts) await run(indexdef)
  await run(
    `
    insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint)
    select e.tenant_id, md5('account' || n)::uuid, e.id, 'account ' || to_char(n, 'FM000000'),
           k.key1, k.key1_algorithm, k.key1_thumbprint
      from generate_series(1, $1::int) n,
           (select e.tenant_id, e.id from environments e join tenants t on t.tenant_id = e.tenant_id
             where t.slug = 'acme' and e.type = 'PROD' limit 1) e,
           (select key1, key1_algorithm, key1_thumbprint from service_accounts where key1 is not null limit 1) k`,
    [accounts],
  )
  const doomed = await addDoomed(run, doomedProviders, doomedUsers)
  await run('vacuum (analyze)')
  return { doomed }
}

/** Sign-ins of the last 29 days, each tenth failed. */
async function addRecords(run, tenants, each) {
  await run(
    `
    insert into sign_in_records
      (tenant_id, id, code, identity_provider_id, purpose, outcome, username, error_id, checks, address, request_id,
       started_at, finished_at)
    select f.tenant_id, md5(f.slug || 'record' || r)::uuid, upper(left(md5(f.slug || 'code' || r), 12)), f.provider_id,
           'login', case when r % 10 = 0 then 'failed' else 'signed-in' end,
           'person' || r || '@' || f.slug || '.example', case when r % 10 = 0 then 'IDP_ERROR' end,
           '[{"check": "answer", "outcome": "passed", "evidence": {}}]', '10.0.' || r % 250 || '.7', 'bench',
           now() - make_interval(secs => r * (29 * 86400.0 / $1::int)), now()
      from (${tenants}) f, generate_series(1, $1::int) r`,
    [each],
  )
}

/** Providers of acme with `users` people each, to be deleted. */
async function addDoomed(run, providers, users) {
  const { rows } = await run(
    `
    insert into identity_providers (tenant_id, id, name, type, config)
    select p.tenant_id, md5('doomed' || n)::uuid, 'Doomed ' || n, p.type, p.config
      from generate_series(1, $1::int) n,
           (select p.tenant_id, p.type, p.config from identity_providers p join tenants t on t.tenant_id = p.tenant_id
             where t.slug = 'acme' and p.is_primary) p
    returning tenant_id, id`,
    [providers],
  )
  for (const { tenant_id: tenantId, id } of rows) {
    const values = [tenantId, id, users]
    await run(
      `
      insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
      select $1::uuid, md5($2::text || u)::uuid, $2::uuid, 's' || u, 'doomed' || u, 'D', 'D'
        from generate_series(1, $3::int) u`,
      values,
    )
    await run(
      `
      insert into sessions
        (tenant_id, id_hash, user_id, identity_provider_id, sign_in_id, idle_secs, authenticated_at, expires_at)
      select $1::uuid, sha256(($2::text || u)::bytea), md5($2::text || u)::uuid, $2::uuid, gen_random_uuid(), 1800, now(),
             now() + interval '1 hour'
        from generate_series(1, $3::int) u`,
      values,
    )
  }
  return rows.map((row) => row.id)
}

/** A session of a person of this tenant who is in every group of the primary provider; answers its cookie's value. */
export async function signInPerson(client, slug) {
  const token = `bench-session-of-${slug}`
  const { rows } = await client.query(
    `
    select t.tenant_id, p.id, (select e.id from environments e where e.tenant_id = t.tenant_id and e.type = 'PROD' limit 1) as environment
      from tenants t join identity_providers p on p.tenant_id = t.tenant_id and p.is_primary where t.slug = $1`,
    [slug],
  )
  const [{ tenant_id: tenantId, id: providerId, environment }] = rows
  const person = [tenantId, providerId, slug]
  await client.query(
    `
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    values ($1::uuid, md5('bench person' || $3::text)::uuid, $2::uuid, 'bench', 'bench', 'Bench', 'Bench')`,
    person,
  )
  await client.query(
    `
    insert into user_groups (tenant_id, user_id, group_id)
    select $1::uuid, md5('bench person' || $3::text)::uuid, g.id from groups g
     where g.tenant_id = $1 and g.identity_provider_id = $2`,
    person,
  )
  await client.query(
    `
    insert into sessions
      (tenant_id, id_hash, user_id, identity_provider_id, sign_in_id, environment_id, idle_secs, authenticated_at, expires_at)
    values ($1::uuid, sha256($4::bytea), md5('bench person' || $3::text)::uuid, $2::uuid, gen_random_uuid(), $5::uuid, 36000,
            now(), now() + interval '10 hours')`,
    [...person, Buffer.from(token), environment],
  )
  return token
}
