import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { lineOf } from '../../kit/text/rules.ts'
import { AccessText } from '../applications/access-text-contract.ts'

export const announcementLengthMax = 500

const NoticeText = lineOf(announcementLengthMax)

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
  summary: 'Read the announcement above the applications, and whom to ask for access',
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
