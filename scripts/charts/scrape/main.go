// Reads what a scrape answered, as a Prometheus does: its own parser says which series and exemplars it would store.
//
// stdin: [{"contentType", "text"}]. stdout: for each {"series": {labels: value}, "exemplars": {labels: trace_id}}.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
)

type scrape struct {
	ContentType, Text string
}

type stored struct {
	Series    map[string]string `json:"series"`
	Exemplars map[string]string `json:"exemplars"`
}

func main() {
	var scrapes []scrape
	must(json.NewDecoder(os.Stdin).Decode(&scrapes))
	answer := []stored{}
	for _, each := range scrapes {
		answer = append(answer, read(each))
	}
	must(json.NewEncoder(os.Stdout).Encode(answer))
}

func read(given scrape) stored {
	parser, err := textparse.New([]byte(given.Text), given.ContentType, nil, textparse.ParserOptions{})
	must(err)
	found := stored{Series: map[string]string{}, Exemplars: map[string]string{}}
	for {
		entry, err := parser.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		must(err)
		if entry != textparse.EntrySeries {
			continue
		}
		var name labels.Labels
		parser.Labels(&name)
		_, _, value := parser.Series()
		found.Series[name.String()] = fmt.Sprint(value)
		var traced exemplar.Exemplar
		if parser.Exemplar(&traced) {
			found.Exemplars[name.String()] = traced.Labels.Get("trace_id")
		}
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
