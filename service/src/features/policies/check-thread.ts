import { parentPort, workerData } from 'node:worker_threads'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'

/** Checks the one policy that it was started with. */
parentPort?.postMessage(checkPolicy(workerData))
