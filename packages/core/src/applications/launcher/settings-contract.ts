import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { lineOf } from '../../kit/text/rules.ts'

export const announcementLengthMax = 500
export const accessTextLengthMax = 300

const NoticeText = lineOf(announcementLengthMax)
const AccessText = v.nullable(lineOf(accessTextLengthMax))

/** What the tenant tells on the launcher, as administrators set it. Apart from contract.ts, which a browser has without schemas. */
export const LauncherSettings = v.strictObject({
  /** `until`: RFC 3339; null, or in the future: it is shown. */
  announcement: v.nullable(
    v.strictObject({ text: NoticeText, until: v.nullable(v.pipe(v.string(), v.isoTimestamp('INVALID_VALUE'))) }),
  ),
  accessContact: AccessText,
})
export type LauncherSettings = v.InferOutput<typeof LauncherSettings>

export const getLauncherSettings = endpoint({
  name: 'getLauncherSettings',
  summary: 'Read what the tenant tells on the launcher',
  method: 'GET',
  path: '/portal/admin/settings/launcher',
  reply: LauncherSettings,
})

export const putLauncherSettings = endpoint({
  name: 'putLauncherSettings',
  summary: 'Set the announcement above the applications, and whom to ask for access',
  method: 'PUT',
  path: '/portal/admin/settings/launcher',
  body: LauncherSettings,
  reply: LauncherSettings,
})

const accessTextPath = '/portal/admin/environments/{envId}/applications/{appId}/access-text'

export const getAccessText = endpoint({
  name: 'getAccessText',
  summary: 'Read how people ask for an application in an environment',
  method: 'GET',
  path: accessTextPath,
  reply: v.object({ text: v.nullable(v.string()) }),
})

/** Off (null) until it is set: then people who cannot open the application see how to ask for it. */
export const putAccessText = endpoint({
  name: 'putAccessText',
  summary: 'Set how people ask for an application in an environment',
  method: 'PUT',
  path: accessTextPath,
  body: v.strictObject({ text: AccessText }),
  reply: v.object({ text: v.nullable(v.string()) }),
})
