/**
 * A snapshot that is missing, unfinished, damaged or of a form that is read no more. It stays so however often one looks;
 * whatever else keeps a snapshot from being opened may pass.
 */
export class SnapshotGone extends Error {}
