/** The files that the README shows: fenced blocks after a comment that names one. Read by its test and by the pack check. */
export interface ReadmeFile {
  readonly file: string;
  readonly text: string;
}

export function readmeFiles(readme: string): ReadmeFile[] {
  return [...readme.matchAll(/<!-- file: (\S+) -->\n```\w+\n([^]*?)```/g)].map(([, file, text]) => ({ file: file!, text: text! }));
}
