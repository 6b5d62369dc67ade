import { neutralise } from '../../../kit/io/neutralise.ts'
import { askForUnseenGroup } from './ask-for-unseen-group.ts'
import { groupDialog } from './group-dialog.tsx'
import type { MappingForm } from './mapping-form.ts'
import { providersOf } from './providers-of.ts'

/** Groups of every provider, searched by the server while typing. Enter adds the one under the cursor, or takes the ticks. */
export async function pickGroups(form: MappingForm): Promise<void> {
  const { app, editor } = form
  const providers = await providersOf(app)
  if (providers === undefined) return
  app.openDialog(
    groupDialog(app, {
      title: app.words.say('tui.groupsOf', { name: neutralise(form.name) }),
      action: 'Take',
      providers,
      ticked: editor.getState().form.groups,
      take(groups) {
        app.closeDialog()
        editor.replace(groups)
      },
      missing: (text) => askForUnseenGroup(form, text),
    }),
  )
}
