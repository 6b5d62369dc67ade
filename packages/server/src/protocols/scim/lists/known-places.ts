import { LRUCache } from 'lru-cache'

import type { Collection, KnownPlace } from './start-index.ts'

/** Where the last pages of some lists began, so that the next page is counted from there. */
export type KnownPlaces = {
  nearest(collection: Collection, place: number): KnownPlace | undefined
  keep(collection: Collection, known: KnownPlace): void
}

const collectionsMax = 1_000
const placesMax = 16

export function createKnownPlaces(): KnownPlaces {
  const lists = new LRUCache<string, readonly KnownPlace[]>({ max: collectionsMax })
  const keyOf = ({ table, providerId }: Collection) => `${table} ${providerId}`
  return {
    nearest(collection, place) {
      const distance = (known: KnownPlace) => Math.abs(known.place - place)
      const [first, ...others] = lists.get(keyOf(collection)) ?? []
      return others.reduce((best, one) => (best && distance(best) <= distance(one) ? best : one), first)
    },
    keep(collection, known) {
      const key = keyOf(collection)
      const still = (lists.get(key) ?? []).filter(({ place, moves }) => moves === known.moves && place !== known.place)
      lists.set(key, [known, ...still].slice(0, placesMax))
    },
  }
}
