import type { DataSet } from './data-set.ts'
import { receita } from './receita/receita.ts'

/** Every set that can be imported. A new one is a folder and a line. */
export const dataSets: readonly DataSet[] = [receita]

export const dataSetNamed = (name: string): DataSet | undefined => dataSets.find((one) => one.name === name)
