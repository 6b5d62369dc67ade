import { mappingNoun, type MappingTarget } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import { formBody } from '../../../kit/terminal/form/form-body.tsx'
import { createFormFinder } from '../../../kit/terminal/form/form-finder.ts'
import { formTarget } from '../../../kit/terminal/form/form-target.ts'
import { spokenRows } from '../../../kit/terminal/form/spoken-rows.ts'
import { mappingBindings } from './mapping-bindings.ts'
import { createMappingForm, type MappingForm } from './mapping-form.ts'

/** The groups of a role in an environment, or of an application without roles. Guarded by core's leave blocker. */
export function mappingFormView(app: App, target: MappingTarget): View {
  const { core, words } = app
  const form = createMappingForm(app, target)
  const { editor, cursor } = form
  const finder = createFormFinder(app.words, cursor)
  const stores = [editor, cursor, finder, core.feedback, core.environments]
  const unguard = core.leaveBlocker.guard(guardOf(form.saving))
  const instead = () => sentenceOf(form)
  return {
    Body: formBody({ cursor, finder, stores, instead, tabs: () => [] }),
    crumbs: () => [
      app.environment(target.envId)?.name ?? target.environmentName ?? '',
      app.words.text(mappingNoun.labelPlural),
      neutralise(form.name),
    ],
    command: () => commandOf(form),
    webPath: () => webPathOf(target),
    open: async () => {
      if (!editor.hasChanges()) return form.load()
      app.say('There are changes that are not saved: save or discard them first.')
    },
    close: unguard,
    changes: () => changeLines(editor),
    filter: finder.filter,
    watched: stores,
    target: (line) => (instead() === undefined ? formTarget(app, cursor, false, line) : undefined),
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(cursor, app.words) : [sentence]
    },
    layer: {
      name: words.say('mapping.groups'),
      isModal: false,
      bindings: () => [...finder.bindings(), ...mappingBindings(form)],
    },
  }
}

function sentenceOf({ app, editor }: MappingForm): string | undefined {
  const { status } = editor.getState()
  if (status === 'ready') return undefined
  if (status === 'loading') return app.words.say('banner.loading')
  return app.words.say(status === 'not-found' ? 'mapping.notFound' : 'error.notLoaded.title')
}

/** The equivalent command: get without changes, else set. */
function commandOf({ editor, target }: MappingForm): string {
  if (editor.hasChanges()) return editor.command()
  const { kind, envId, environmentName = envId, appLabel, role } = target
  return commandText([
    'mapping',
    'get',
    '--env',
    environmentName,
    ...(appLabel === undefined ? [] : ['--app', appLabel]),
    ...(kind === 'application' ? [] : ['--role', role]),
  ])
}

function webPathOf({ envId, kind, appId, roleId }: MappingTarget): string {
  const query = new URLSearchParams({
    app: appId ?? 'custom-roles',
    role: kind === 'application' ? 'none' : (roleId ?? ''),
  })
  return `/portal/admin/environment-settings/${encodeURIComponent(envId)}/roles-and-groups?${query}`
}
