import { administration } from './environment-of.mjs'

/** The addresses that are measured, by their names in the report. */
export async function portalPages(server) {
  const { environment } = await administration(server)
  const id = environment.split('/').at(-1)
  return {
    login: '/login',
    launcher: '/portal',
    'environment list': '/portal/admin/environment-settings',
    'service accounts': `/portal/admin/environment-settings/${id}/service-accounts`,
    'service account form': `/portal/admin/environments/${id}/service-accounts/create`,
    'identity providers': '/portal/admin/global-settings/identity-providers',
  }
}
