import { ceis } from './ceis/ceis.ts'
import { cepim } from './cepim/cepim.ts'
import { cnep } from './cnep/cnep.ts'
import type { DataSet } from './data-set.ts'
import { pgfn } from './pgfn/pgfn.ts'
import { receita } from './receita/receita.ts'

/** Every set that can be imported. A new one is a folder and a line. */
export const dataSets: readonly DataSet[] = [receita, pgfn, ceis, cnep, cepim]

export const dataSetNamed = (name: string): DataSet | undefined => dataSets.find((one) => one.name === name)
