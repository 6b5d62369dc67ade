import {
  createMappingPlan,
  identityProviderList,
  listOf,
  matrixRows,
  totalMax,
  type AdminEnvironment,
  type Mapping,
  type MappingPlan,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useMayChange, useWords } from '../../../kit/context/portal-context.tsx'
import { Lockable } from '../../../kit/editing/changeable.tsx'
import { LeaveDialog } from '../../../kit/navigation/leave-dialog.tsx'
import { useGuard } from '../../../kit/navigation/use-guard.ts'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { ChangeList } from '../../../kit/ui/change-list.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { FormActions } from '../../../kit/ui/form-actions.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PartHead } from '../../../kit/ui/part-head.tsx'
import { SearchField } from '../../../kit/ui/search-field.tsx'
import { applicationsPath, editMappingPath } from '../../../kit/navigation/paths.ts'
import { MappingRows } from '../mapping-table.tsx'
import { MappingViewWords } from '../mapping-view-words.tsx'
import { MatrixColumns } from '../matrix-columns.tsx'
import { MatrixGrid } from '../matrix-grid.tsx'
import { PlanTrouble } from '../plan-trouble.tsx'
import { useIsNarrow } from '../use-is-narrow.ts'

type Properties = { readonly environment: AdminEnvironment }

/** Roles of an environment against groups, searched and paged by the server; its cells are changed and saved together. */
export function MappingMatrix({ environment }: Properties) {
  return (
    <MappingViewWords>
      <Lockable>
        <ForSession environment={environment} />
      </Lockable>
    </MappingViewWords>
  )
}

/** A session that may only read finds every environment read-only: its cells stay reachable, which a locked fieldset would not let them. */
function ForSession({ environment }: Properties) {
  const readonly = !useMayChange() || environment.readonly
  return <Screen key={`${environment.id} ${readonly}`} environment={{ ...environment, readonly }} />
}

function Screen({ environment }: Properties) {
  const core = useCore()
  const words = useWords()
  const [plan] = useState(() => createMappingPlan(core, environment))
  const list = listOf(core, matrixRows)
  const shown = useListed(list, environment.id)
  const isNarrow = useIsNarrow()
  useGuard(plan.guard)
  const save = async () => {
    await plan.apply()
    await list.refreshQuietly()
    plan.forgetSaved()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <div>
      <PartHead
        id="matrix"
        title={words.say('matrix.title', { name: environment.name })}
        back={{ label: words.say('matrix.back'), to: applicationsPath(environment.id) }}
      >
        {words.say(isNarrow ? 'matrix.narrow' : 'matrix.lead')}
      </PartHead>
      <ListFrame
        shown={shown}
        labelledBy="matrix"
        search={{ label: words.say('mapping.search'), clearLabel: words.say('groups.clear') }}
        countOf={(count) => words.say('mapping.count', { count })}
        empty={<EmptyState message={words.say('roles.none')} />}
        noMatch={{ message: words.say('mapping.noMatch', { text: shown.text }) }}
      >
        <Matrix
          environment={environment}
          plan={plan}
          rows={shown.rows ?? []}
          start={shown.start}
          total={shown.isCounted ? shown.total : totalMax}
          onSubmit={submit}
        />
      </ListFrame>
    </div>
  )
}

type MatrixProperties = Properties & {
  readonly plan: MappingPlan
  readonly rows: readonly Mapping[]
  readonly start: number
  readonly total: number
  readonly onSubmit: (event: FormEvent) => void
}

/** A grid, or on a small window the roles with their groups. */
function Matrix({ environment, plan, rows, start, total, onSubmit }: MatrixProperties) {
  const words = useWords()
  const { query, change } = useQuery()
  const { steps, isSaving } = useStore(plan)
  const isNarrow = useIsNarrow()
  const providers = useOpenList(listOf(useCore(), identityProviderList), '').held ?? []
  const idp = query.get('idp') ?? ''
  const find = query.get('groups') ?? ''
  if (isNarrow)
    return (
      <MappingRows
        labelledBy="matrix"
        rows={rows}
        pathOf={(mapping) => editMappingPath(environment.id, mapping)}
        isNamed
      />
    )
  const changes = plan.changes()
  return (
    <>
      <div className={head['head']}>
        <NativeSelect
          label={words.say('matrix.columns')}
          value={idp}
          options={[
            { value: '', label: words.say('matrix.mapped') },
            ...providers.map(({ id, name }) => ({ value: id, label: words.say('mapping.groupsOf', { name }) })),
          ]}
          onChange={(id) => change({ idp: id, groups: '', from: '' })}
        />
        <div className={head['search']}>
          <SearchField
            label={words.say('groups.search')}
            clearLabel={words.say('groups.clear')}
            text={find}
            onChange={(groups) => change({ groups, from: '' })}
          />
        </div>
      </div>
      <form data-save-form="" aria-labelledby="matrix" onSubmit={onSubmit}>
        <MatrixColumns provider={providers.find(({ id }) => id === idp)} rows={rows} search={find}>
          {(columns) => (
            <MatrixGrid
              envId={environment.id}
              label={words.say('matrix.title', { name: environment.name })}
              rows={rows}
              start={start}
              total={total}
              columns={columns}
              plan={plan}
              steps={steps}
            />
          )}
        </MatrixColumns>
        {!environment.readonly && (
          <>
            <PlanTrouble
              steps={steps}
              action={({ state }) =>
                state === 'failed'
                  ? undefined
                  : {
                      label: words.say(state === 'gone' ? 'plan.leaveOut' : 'plan.readAgain'),
                      go: () => void plan.readAgain(),
                    }
              }
            />
            <ChangeList changes={changes} />
            <FormActions
              isEdit
              isSavable={changes.length > 0}
              hasChanges={changes.length > 0}
              isSaving={isSaving}
              reason={changes.length === 0 ? words.say('matrix.unchanged') : undefined}
              onDiscard={() => plan.discard()}
            />
          </>
        )}
      </form>
      <LeaveDialog canSave reason={undefined}>
        <ChangeList changes={changes} />
      </LeaveDialog>
    </>
  )
}
