import { notifications } from "@mantine/notifications";
import { problemInWords } from "../../page/problem-words.ts";
import { texts } from "../../page/texts/texts.ts";

/** For a failure of what stands nowhere on the page any more, such as a menu or what was taken back too late. */
export function showProblem(error: unknown): void {
  const { sentence, detail } = problemInWords(error, texts);
  notifications.show({
    color: "red",
    title: `${texts.problem.title}.`,
    message: detail ?? sentence,
    autoClose: false,
  });
}
