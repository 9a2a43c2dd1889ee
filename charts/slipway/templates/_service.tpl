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

{{/* The services that run, as a JSON map of what each is. */}}
{{- define "slipway.services" -}}
{{- $result := dict -}}
{{- range $name := keys .Values.services -}}
{{- $s := include "slipway.service" (dict "root" $ "name" $name) | fromJson -}}
{{- if $s.enabled }}{{ $_ := set $result $name $s }}{{ end -}}
{{- end -}}
{{- toJson $result -}}
{{- end -}}

{{- define "slipway.isScaled" -}}
{{- if or .autoscaling.enabled .autoscaling.keda.enabled }}yes{{ end -}}
{{- end -}}

{{/* Whether it has a pod: what it is */}}
{{- define "slipway.runs" -}}
{{- if and .enabled (or (include "slipway.isScaled" .) (gt (int .replicas) 0)) }}yes{{ end -}}
{{- end -}}
