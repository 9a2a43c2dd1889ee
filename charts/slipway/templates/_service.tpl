{{/* One map laid over another, level by level; what is set to false, 0 or nothing counts. Lists are replaced. */}}
{{- define "slipway.laidOver" -}}
{{- $result := dict -}}
{{- range $key, $value := .under }}{{ $_ := set $result $key $value }}{{ end -}}
{{- range $key, $value := .over -}}
{{- $below := get $result $key -}}
{{- if and (kindIs "map" $value) (kindIs "map" $below) -}}
{{- $_ := set $result $key (include "slipway.laidOver" (dict "under" $below "over" $value) | fromJson) -}}
{{- else -}}
{{- $_ := set $result $key $value -}}
{{- end -}}
{{- end -}}
{{- toJson $result -}}
{{- end -}}

{{/* What a service is: the defaults, and what it says itself. As JSON: dict "root" $ "name" "bookings" */}}
{{- define "slipway.service" -}}
{{- include "slipway.laidOver" (dict "under" .root.Values.defaults "over" (index .root.Values.services .name | default dict)) -}}
{{- end -}}

{{/*
The services that have pods of their own, as a JSON map of what each is. `parts` are the services in these pods, itself among
them, and `key` is how the secrets of `connections create` name them together. The settings of all of them are `env`.
*/}}
{{- define "slipway.services" -}}
{{- $result := dict -}}
{{- range $name := keys .Values.services | sortAlpha -}}
{{- $s := include "slipway.service" (dict "root" $ "name" $name) | fromJson -}}
{{- if and $s.enabled (not $s.runsIn) -}}
{{- $parts := list -}}
{{- $env := dict -}}
{{- range $guest := keys $.Values.services | sortAlpha -}}
{{- $given := index $.Values.services $guest | default dict -}}
{{- $g := include "slipway.service" (dict "root" $ "name" $guest) | fromJson -}}
{{- if and $g.enabled (or (eq $guest $name) (eq $g.runsIn $name)) -}}
{{- $parts = append $parts $guest -}}
{{- range $setting, $value := $given.env }}{{ $_ := set $env $setting $value }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $_ := set $s "env" (include "slipway.laidOver" (dict "under" $s.env "over" $env) | fromJson) -}}
{{- $_ := set $s "parts" $parts -}}
{{- $_ := set $s "key" (join "." $parts) -}}
{{- $_ := set $result $name $s -}}
{{- end -}}
{{- end -}}
{{- toJson $result -}}
{{- end -}}

{{/* The service in whose pods a service runs: dict "root" $ "name" "webhooks" */}}
{{- define "slipway.hostOf" -}}
{{- (include "slipway.service" . | fromJson).runsIn | default .name -}}
{{- end -}}

{{- define "slipway.isScaled" -}}
{{- if or .autoscaling.enabled .autoscaling.keda.enabled }}yes{{ end -}}
{{- end -}}

{{/*
The pods that an autoscaled service has now, where `replicas` must be named so that they stay; else nothing. When the last
owner of a field leaves it out, the API server sets its default, which is one pod until the autoscaler looks.
- By server-side apply Helm owns the field from the release in which autoscaling was off until the autoscaler changes it.
  Then it must be left out: another number than the autoscaler's would be a conflict.
- By client-side apply no operation is Apply, and Helm takes away what its last release has named. So the number is always named.
`helm template` sees no cluster and names nothing. dict "root" $ "name" "bookings" "s" (what it is)
*/}}
{{- define "slipway.keptReplicas" -}}
{{- $fullname := printf "%s-%s" (include "slipway.fullname" .root) .name -}}
{{- $live := lookup "apps/v1" .s.kind .root.Release.Namespace $fullname -}}
{{- $applied := (list) -}}
{{- range dig "metadata" "managedFields" (list) $live -}}
{{- if eq .operation "Apply" }}{{ $applied = append $applied (hasKey (dig "f:spec" (dict) (.fieldsV1 | default dict)) "f:replicas") }}{{ end -}}
{{- end -}}
{{- if and $live (or (not $applied) (has true $applied)) -}}
{{- int $live.spec.replicas -}}
{{- end -}}
{{- end -}}

{{/* Whether it has a pod: what it is */}}
{{- define "slipway.runs" -}}
{{- if and .enabled (or (include "slipway.isScaled" .) (gt (int .replicas) 0)) }}yes{{ end -}}
{{- end -}}
