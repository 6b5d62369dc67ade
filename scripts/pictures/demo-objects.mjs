import { administration } from '../../bench/support/environment-of.mjs'

/** The ids in addresses: an environment, an account, a person and a provider of the demo, with a SCIM token, and a sign-in that fails now. */
export async function demoObjects({ context, origin }, demo) {
  const server = await demo.start()
  const { headers, environment, accounts } = await administration(server)
  const get = async (path) => (await fetch(origin + path, { headers })).json()
  const { serviceAccounts } = await get(accounts)
  const { applications } = await get(`${environment}/applications`)
  const { idps } = await get('/api/portal/admin/tenant/idps')
  const { people } = await get('/api/portal/admin/people?search=ada%20okafor')
  const idpId = idps.find((one) => one.type === 'OPENSAML').id
  // Answered with 409 where the demo has it.
  await fetch(`${origin}/api/portal/admin/idps/${idpId}/scim/tokens`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Entra ID' }),
  })
  return {
    envId: environment.split('/').at(-1),
    appId: applications.find((one) => one.label === 'General Ledger')?.id ?? applications[0].id,
    id: serviceAccounts.find((one) => one.name === 'Invoice importer').id,
    personId: people[0].id,
    idpId,
    code: await failSignIn(context, origin),
  }
}

/** A person gives up at the identity provider. Answers the code that the portal shows, by which administrators find it. */
async function failSignIn(context, origin) {
  const cookies = await context.cookies()
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Username').fill('chidi@acme.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(/\/login\/unauthorized/)
  const code = new URL(page.url()).searchParams.get('reference')
  await page.close()
  await context.clearCookies()
  await context.addCookies(cookies)
  return code
}
