import { firstMessages, getBranding, getWords } from '@portico/core/contract'

import { openRoute } from '../http/route.ts'

export const brandingRoutes = [
  openRoute(getBranding, async ({ deps: { settings } }) => ({
    value: {
      companyName: settings.companyName,
      applicationName: settings.applicationName,
      privacyPolicyUrl: settings.privacyPolicyUrl,
      supportUrl: settings.supportUrl,
      analyticsInfoUrl: settings.analyticsInfoUrl,
    },
    headers: [['Cache-Control', 'public, max-age=60']],
  })),

  openRoute(getWords, async () => ({
    value: { locale: 'en', messages: firstMessages },
    headers: [['Cache-Control', 'public, max-age=300']],
  })),
]
