import {
  createPortalRoleEditor,
  createPrimarySwitch,
  createRecoveryCodesStore,
  portalRoleNoun,
  recoveryFacts,
  recoveryWarning,
  sayGrace,
  securityAdminRole,
} from '@portico/core'

import { exactTime } from '../../../kit/output/cell.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'

/** Who administers the portal, the pending switch of the primary provider, the grace windows, and the recovery codes. */
export function portalRolesView(app: App): View {
  const { words, core } = app
  const editor = createPortalRoleEditor(core, { id: securityAdminRole })
  const store = core.lazily(createPrimarySwitch)
  const recovery = core.lazily(createRecoveryCodesStore)

  return pageView(app, {
    name: 'portal roles',
    stores: [editor, store, recovery],
    lines: () => lines().map((line) => ({ ...line, text: neutralise(line.text) })),
    crumbs: () => [app.words.text(portalRoleNoun.labelPlural)],
    command: () => commandText(['portal-role', 'get', securityAdminRole]),
    webPath: () => '/portal/admin/global-settings/security-settings/portal-roles',
    open: async () => void (await Promise.all([editor.load(), store.open(), recovery.open()])),
    bindings: () => [
      {
        id: 'role.groups',
        keys: ['enter', 'e'],
        label: 'Choose groups',
        run: () => app.go({ view: 'groups' }),
      },
      {
        id: 'switch.reject',
        keys: ['x'],
        label: words.say('idpSwitch.reject'),
        refused: () => (pending() === null ? words.say('IDP_SWITCH_NONE') : app.tenantRefusal()),
        run: askToReject,
      },
    ],
  })

  function pending() {
    return store.getState().current?.pending ?? null
  }

  function lines(): readonly PageLine[] {
    const { status, form } = editor.getState()
    const { current } = store.getState()
    if (status === 'loading' || (current === undefined && store.getState().status === 'loading'))
      return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (status !== 'ready' || current === undefined) return [{ text: words.say('error.notLoaded.title') }]
    const primaryName = current.primary?.name ?? ''
    const grace = sayGrace(current.graceSecs, words)
    return [
      ...(current.pending === null
        ? []
        : [
            { text: words.say('idpSwitch.pendingTitle'), look: 'title' as const },
            { text: `  ${words.say('idpSwitch.pending', current.pending)}` },
            { text: `  ${words.say('idpSwitch.grace', { seconds: current.graceSecs, primaryName, grace })}` },
            { text: '' },
          ]),
      { text: words.say('portalRole.groupsOf', { name: primaryName, role: 'Security Admin' }), look: 'title' as const },
      ...form.fetched.groups.map(({ name }): PageLine => ({ text: `  ${name}` })),
      ...current.graces.map(({ name, endsAt }): PageLine => ({
        text: words.say('idpSwitch.graceRuns', { name, until: exactTime(endsAt) }),
      })),
      ...recoveryLines(),
    ]
  }

  /** Codes are made and drilled in the portal, after a recent sign-in, or on the host. */
  function recoveryLines(): readonly PageLine[] {
    const { codes } = recovery.getState()
    if (codes === undefined) return []
    const warning = recoveryWarning(codes, core.clock.now())
    return [
      { text: '' },
      { text: words.say('recoveryCodes.title'), look: 'title' },
      ...(warning === undefined
        ? []
        : [{ text: `  ${words.say(warning.id, { days: warning.days })}`, look: 'warn' } as const]),
      ...(codes.made === null
        ? []
        : recoveryFacts(codes, words).map(({ label, value }) => ({ text: `  ${label}: ${value}` }))),
    ]
  }

  function askToReject(): void {
    const groupName = pending()?.groupName ?? ''
    const primaryName = store.getState().current?.primary?.name ?? ''
    app.openDialog(
      choiceDialog(app, {
        title: words.say('idpSwitch.reject'),
        lines: () => [neutralise(words.say('idpSwitch.rejectAsk', { groupName, primaryName }))],
        choices: [
          { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
          {
            key: 'x',
            label: words.say('idpSwitch.reject'),
            run: async () => {
              app.closeDialog()
              await store.reject()
            },
          },
        ],
        cancel: () => app.closeDialog(),
      }),
    )
  }
}
