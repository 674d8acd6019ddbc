/** Where the audit log's lines go. */
export interface LineSink {
  /** For messages. */
  readonly name: string;
  /** @throws when the line could not be written. */
  write(line: string): void;
  /** Opens the file anew, where there is one. */
  reopen?(): void;
  close(): void | Promise<void>;
}
