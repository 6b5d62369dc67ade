import { environmentList, listOf, type AdminEnvironment } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useCallback } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { applicationsPath, comparePath } from '../../../kit/navigation/paths.ts'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PartHead } from '../../../kit/ui/part-head.tsx'
import { ComparisonTable } from '../comparison-table.tsx'
import { MappingViewWords } from '../mapping-view-words.tsx'
import { Promotion } from '../promotion.tsx'
import { createMappingComparisons } from '@portico/core'

type Properties = { readonly environment: AdminEnvironment }

/** The mappings of an environment beside those of another one, and the promotion of the first to the second. */
export function MappingComparison({ environment }: Properties) {
  return (
    <MappingViewWords>
      <Screen environment={environment} />
    </MappingViewWords>
  )
}

function Screen({ environment: from }: Properties) {
  const words = useWords()
  const { query, change } = useQuery()
  const others = (useOpenList(listOf(useCore(), environmentList), '').rows ?? []).filter(({ id }) => id !== from.id)
  const to = others.find(({ id }) => id === query.get('to'))
  return (
    <section aria-labelledby="comparison">
      <PartHead
        id="comparison"
        title={words.say('compare.title', { name: from.name })}
        back={{ label: words.say('matrix.back'), to: applicationsPath(from.id) }}
      >
        {words.say('compare.lead')}
      </PartHead>
      {others.length === 0 ? (
        <EmptyState message={words.say('compare.alone')} />
      ) : (
        <div className={head['head']}>
          <NativeSelect
            label={words.say('compare.with')}
            value={to?.id ?? ''}
            options={[
              { value: '', label: words.say('compare.choose') },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => change({ to: id, q: '', all: '' })}
          />
          {to !== undefined && (
            <ButtonLink to={comparePath(to.id, from.id)}>
              {words.say('compare.swap', { from: to.name, to: from.name })}
            </ButtonLink>
          )}
        </div>
      )}
      {to !== undefined && <Compared key={to.id} from={from} to={to} />}
    </section>
  )
}

function Compared({ from, to }: { readonly from: AdminEnvironment; readonly to: AdminEnvironment }) {
  const store = useCore().lazily(createMappingComparisons)
  const { loaded, reload } = useLoaded(useCallback(() => store.compare(from.id, to.id), [store, from.id, to.id]))
  if (loaded === undefined) return <Loading />
  if (loaded === 'failed') return <LoadFailed onRetry={reload} />
  return (
    <>
      <ComparisonTable from={from} to={to} comparison={loaded} />
      <Promotion from={from} to={to} comparison={loaded} onReload={reload} />
    </>
  )
}
